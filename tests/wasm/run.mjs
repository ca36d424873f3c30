// Runs Python in the 32-bit MicroPython of the WASM port: `node run.mjs JOB.json`.
//
// A job is {files: {path: path on this machine}, scripts: [{name, code}]}. Each script gets an interpreter of its own
// with all files in its file system, and pieces of code, one after the other: garbage is only collected for good between
// two pieces. What it prints is printed, after a line `# name`. The exit code is 1 when a script raised.
//
// `passTime(ms)` in the module `js` lets so much time pass for the interpreter, which takes it from Date.now.

import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { loadMicroPython } from "@micropython/micropython-webassembly-pyscript/micropython.mjs";

const now = Date.now;
let shift = 0;
Date.now = () => now() + shift;
globalThis.passTime = (ms) => {
  shift += ms;
};

async function start(files) {
  const print = (line) => console.log(line);
  const interpreter = await loadMicroPython({ stdout: print, stderr: print, linebuffer: true });
  for (const [path, source] of Object.entries(files)) {
    interpreter.FS.mkdirTree(dirname(path));
    interpreter.FS.writeFile(path, readFileSync(source));
  }
  return interpreter;
}

const job = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const { name, code } of job.scripts) {
  console.log(`# ${name}`);
  try {
    const interpreter = await start(job.files);
    for (const piece of code) {
      await interpreter.runPythonAsync(piece);
    }
  } catch (error) {
    console.log(String(error));
    process.exitCode = 1;
  }
}
