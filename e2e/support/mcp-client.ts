/** Sends one JSON-RPC message to the MCP server of a service, and returns its `result` or `error`. */
async function sendMessage(url: string, key: string, method: string, params: object) {
  const response = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  return (await response.json()) as {
    readonly result: {
      readonly tools: readonly { readonly name: string }[];
      readonly isError?: boolean;
      readonly content: readonly { readonly text: string }[];
    };
  };
}

/** The names of the tools that a key is offered. */
export async function listTools(url: string, key: string): Promise<string[]> {
  const { result } = await sendMessage(url, key, 'tools/list', {});
  return result.tools.map(({ name }) => name);
}

/** What a tool returns for arguments. */
export async function callTool(
  url: string,
  key: string,
  name: string,
  given: Readonly<Record<string, unknown>>,
): Promise<{ readonly isError: boolean; readonly text: string }> {
  const params = { name, arguments: given };
  const { result } = await sendMessage(url, key, 'tools/call', params);
  return { isError: result.isError ?? false, text: result.content.map(({ text }) => text).join() };
}
