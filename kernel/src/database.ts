// What the sessions of every process of the product have in common.
export { destroySilent, keepAliveAfterMs } from './database/silent-connections.ts';
export { setUpSession, type SessionRole, type SessionSettings } from './database/session.ts';
