/** Shared by all HTTP servers of the product: credentials, listening, client errors. */
export { agentToken, hashCredential } from './auth/credential.ts';
export { CredentialCache } from './auth/credential-cache.ts';
export { lookUpAtHome } from './auth/home-directory.ts';
export { createEdgeServer, type Edge } from './http/edge-server.ts';
export { bind, joinHostPort } from './http/listen.ts';
export { defaultDatabase, isUnreachable } from '@costplane/reader';
