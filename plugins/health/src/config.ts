import { Type } from 'typebox';

export const healthConfig = Type.Object(
  {
    openapi: Type.Boolean({
      default: true,
      description: 'Serve /v1/openapi.json and /v1/openapi.yaml.',
    }),
    docs: Type.Boolean({
      default: true,
      description:
        'Serve the API explorer at /v1/docs. Without `openapi` it has only what `?url=` names.',
    }),
    documentOrigins: Type.Array(Type.String({ pattern: '^https?://[A-Za-z0-9.-]+(:[0-9]+)?$' }), {
      default: [],
      description:
        'Other origins, such as https://specs.example.com, whose documents `?url=` may name without ' +
        'a warning, and that keys may be entered for.',
    }),
  },
  { additionalProperties: false },
);
