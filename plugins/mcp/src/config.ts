import { type Static, Type } from 'typebox';

/** Options of the plugin. */
export const mcpConfig = Type.Object(
  {
    pageSize: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 25,
      description: 'Default number of rows per page.',
    }),
    maxAnswerBytes: Type.Integer({
      minimum: 4_096,
      maximum: 8_388_608,
      default: 49_152,
      description:
        'Maximum size of a tool result. A larger one is an error that suggests a smaller request.',
    }),
    allowedOrigins: Type.Array(Type.String({ pattern: '^[a-z][a-z0-9+.-]*://[^/A-Z]+$' }), {
      default: [],
      description:
        'Origins whose web pages may use the server, such as `https://tools.example.com`, besides ' +
        '`server.publicUrl`. Requests without an `Origin` header do not come from web pages.',
    }),
  },
  { additionalProperties: false },
);

export type McpConfig = Static<typeof mcpConfig>;
