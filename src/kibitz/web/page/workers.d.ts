// Names that the workers of a static site find there, beside those of every worker.

declare const VERSION: string; // web/site/static_site.py writes these two before offline.js
declare const FILES: string[];

declare const registration: ServiceWorkerRegistration;
declare const clients: Clients;
declare function skipWaiting(): Promise<void>;
declare function addEventListener(name: "fetch", listen: (event: FetchEvent) => void): void;
declare function addEventListener(name: "install" | "activate", listen: (event: ExtendableEvent) => void): void;

declare module "*/python/pyodide.mjs" {
  export function loadPyodide(options: object): Promise<any>;
}
