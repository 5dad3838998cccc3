/** `node:http`. A module that imports it by that name also loads a client of HTTP, for 30 ms of a start. */
export const http = process.getBuiltinModule('node:http');
