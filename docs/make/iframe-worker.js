// Lets the search of a page opened from a disk start. Browsers refuse a worker to file://, so the
// worker's script runs in a hidden frame instead, which has its own scope. The `offline` plugin knows this file
// by its name.
(() => {
  "use strict";
  if (location.protocol !== "file:") return;

  class FramedWorker extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const page = this.frame.contentDocument;
      // A frame whose document was written is not replaced by an empty one later.
      page.open();
      page.write("<!doctype html><title>Search</title><body></body>");
      page.close();
      const scope = this.frame.contentWindow;
      scope.postMessage = (data) =>
        this.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) }));
      const load = (script) =>
        new Promise((resolve, reject) => {
          const element = page.createElement("script");
          element.src = script;
          element.onload = resolve;
          element.onerror = () => reject(new Error(`${script} cannot be loaded`));
          page.body.append(element);
        });
      scope.importScripts = (...scripts) =>
        scripts.reduce((before, script) => before.then(() => load(script)), Promise.resolve());
      this.loaded = load(address);
      this.loaded.catch((error) =>
        this.dispatchEvent(new ErrorEvent("error", { message: error.message, error })),
      );
    }

    postMessage(data) {
      this.loaded.then(
        () =>
          this.frame.contentWindow.dispatchEvent(
            new MessageEvent("message", { data: structuredClone(data) }),
          ),
        () => {},
      );
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.Worker = FramedWorker;
})();
