import { type Envelope } from '@costplane/plugin-api';
import { Type } from 'typebox';

/** The shape that clients of this vendor know, for data and errors alike. */
export const acmeEnvelope: Envelope = {
  schema: (data) => Type.Object({ ok: Type.Boolean(), result: data }),
  wrap: (data) => ({ ok: true, result: data }),
  errors: {
    schema: () => Type.Object({ ok: Type.Boolean(), problem: Type.String() }),
    describe: (codes) => `\`problem\` is one of ${codes.join(', ')}.`,
    wrap: ({ code }) => ({ ok: false, problem: code }),
  },
};
