import { credentialFormat } from './credential.ts';

/** What an in-cluster agent authenticates with: `cpa_` and as an API key. */
export const agentToken = credentialFormat('cpa_');
