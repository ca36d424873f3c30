// Signing in by itself; whoever comes from a page that asked for it goes back there.

import { signIn } from "./sign-in.js";

const next = document.getElementById("next");

signIn(["direction", "scorer", "referee", "viewer"], () => {
  if (next.pathname !== "/") location.replace(next.href);
});
