import { type Static, Type } from 'typebox';

/** The plugin's options. */
export const mcpConfig = Type.Object(
  {
    pageSize: Type.Integer({
      minimum: 1,
      maximum: 500,
      default: 25,
      description: 'Rows of a page where a tool is not asked for another number.',
    }),
    maxAnswerBytes: Type.Integer({
      minimum: 4_096,
      maximum: 8_388_608,
      default: 49_152,
      description:
        'The most that a tool returns. A larger answer is an error that says what to ask for.',
    }),
    allowedOrigins: Type.Array(Type.String({ pattern: '^[a-z][a-z0-9+.-]*://[^/]+$' }), {
      default: [],
      description:
        'Origins whose pages may use the server, such as `https://tools.example.com`, beside that of ' +
        '`server.publicUrl`. A request without `Origin` comes from no page.',
    }),
  },
  { additionalProperties: false },
);

export type McpConfig = Static<typeof mcpConfig>;
