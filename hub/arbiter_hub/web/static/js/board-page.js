// The scoreboard of one table and its overlay.

import { Board, keepPainted } from "./board.js";
import { BoardStream } from "./stream.js";

const root = document.getElementById("board");
const stream = new BoardStream(root.dataset.stream, (data, sentAt) => board.hear(data, sentAt));
const board = new Board(root, stream);
stream.start();
keepPainted(() => [board]);
