/** What the sessions of every process of the product have in common. */
export { setUpSession, type SessionRole, type SessionSettings } from './session.ts';
export { destroySilent, keepAliveAfterMs } from './silent-connections.ts';
