// Names that the workers of a static site find there, beside those of every worker.

declare const VERSION: string; // web/site/static_site.py writes these two before offline.js
declare const FILES: string[];

declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare function skipWaiting(): Promise<void>;
declare function addEventListener(name: "fetch", listen: (event: FetchEvent) => void): void;
declare function addEventListener(name: "install" | "activate", listen: (event: ExtendableEvent) => void): void;

// What transport/python.js uses of Pyodide and of web/site/pyodide_backend.py.
declare namespace Pyodide {
  type Content = Uint8Array<ArrayBuffer>;

  interface Module {
    loadPyodide(options: object): Promise<Python>;
    default: unknown;
  }

  interface Python {
    readonly globals: { has(name: "backend"): boolean; get(name: "backend"): Backend };
    readonly FS: { readFile(path: string): Content };
    unpackArchive(content: ArrayBuffer, kind: "zip", options: { extractDir: string }): void;
    runPython(text: string): void;
    makeMemorySnapshot(options: { serializer: () => null }): Content;
  }

  interface Backend {
    before_snapshot(): void;
    wanted(question: string): string;
    load(file: string, content: Content): void;
    put(file: string, text: string): void;
    keep(file: string, content: Content): void;
    answer(question: string, isLast?: () => boolean): Iterable<string> & { destroy(): void };
    ponder(isLast: () => boolean): void;
    build(table: string, post: (state: string) => void): string;
  }
}
