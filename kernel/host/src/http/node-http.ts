/** `node:http` by `require`: importing it also loads an HTTP client, which takes 30 ms of a start. */
export const http = process.getBuiltinModule('node:http');
