import { expect } from 'chai';
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { PendingResponses } from '../src/http/pending-responses.ts';

describe('pending responses', () => {
  it('are closed with their connection, even if they are queued behind another one', async () => {
    const socket = new Socket();
    const queued = new ServerResponse(new IncomingMessage(socket));
    const pending = new PendingResponses();
    pending.add(queued);
    socket.destroy();
    await once(queued, 'close');
    expect([queued.destroyed, pending.isEmpty]).to.eql([true, true]);
  });
});
