// A worker with an engine of its own: a request is a text, and so is everything the engine says about it. What they
// have in common is in crates/wasm.

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];
let engine = null;

/** Addresses above 2 GiB come as negative numbers. */
const read = (at, length) => decoder.decode(new Uint8Array(engine.memory.buffer, at >>> 0, length >>> 0));

const host = {
  now: () => performance.now(),
  tell: (name, nameLength, text, length) => postMessage([read(name, nameLength), read(text, length)]),
  complain: (text, length) => console.error(read(text, length)),
};

function ask(request) {
  const bytes = encoder.encode(request);
  // Making room may move the memory.
  const at = engine.room(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, at, bytes.length).set(bytes);
  engine.ask();
}

addEventListener('message', ({ data }) => {
  try {
    if (data instanceof WebAssembly.Module) engine = new WebAssembly.Instance(data, { host }).exports;
    else ask(data);
  } catch (error) {
    postMessage(['failed', String(error)]);
  }
});
