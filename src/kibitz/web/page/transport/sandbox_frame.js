// Script of the sandboxed frame (python_workers.js): starts the worker, and passes messages on.
{
  /** @type {Worker | null} */
  let worker = null;
  let sign = ""; // as in python_workers.js; an address of the page could not be read here

  addEventListener("message", ({ source, data: { script, moved, interrupt, ...message } }) => {
    if (source !== parent) return;
    if (script) {
      const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
      worker = new Worker(address);
      worker.onmessage = ({ data }) => parent.postMessage(data, "*");
      worker.onerror = (event) => parent.postMessage({ failed: event.message || "" }, "*");
    }
    const isQuestion = "id" in message;
    if (interrupt || isQuestion) URL.revokeObjectURL(sign);
    if (isQuestion) sign = URL.createObjectURL(new Blob());
    if (!interrupt) worker?.postMessage({ ...message, sign }, moved ?? []);
  });
}
