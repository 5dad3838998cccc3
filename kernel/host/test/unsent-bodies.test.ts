import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { expect } from 'chai';
import { UnsentBodies } from '../src/http/unsent-bodies.ts';
import { ApiError, maxPageBytes } from '@costplane/plugin-api';

const mib = 2 ** 20;

describe('unread response bodies', () => {
  const respond = () => new ServerResponse(new IncomingMessage(new Socket()));

  it('shorten the pages of others, the more there are', () => {
    const bodies = new UnsentBodies();
    expect(bodies.maxPageBytes()).to.equal(maxPageBytes);
    const responses = Array.from({ length: 8 }, respond);
    for (const [index, response] of responses.entries()) {
      bodies.track(response, 8 * mib, `organization ${index}`);
    }
    expect(bodies.maxPageBytes()).to.equal(8 * mib);
    let held = 64 * mib;
    for (let more = 0; more < 300; more += 1) {
      const bytes = bodies.maxPageBytes(`organization ${more}`);
      bodies.track(respond(), bytes, `organization ${more}`);
      held += bytes;
    }
    expect(bodies.maxPageBytes()).to.equal(mib / 4);
    expect(held).to.be.below(200 * mib);
  });

  it('shorten first the pages of the organization that does not read', () => {
    const bodies = new UnsentBodies();
    for (let page = 0; page < 100; page += 1) {
      bodies.track(respond(), bodies.maxPageBytes('slow'), 'slow');
    }
    expect(bodies.maxPageBytes('slow')).to.equal(mib / 4);
    expect(bodies.maxPageBytes('other')).to.be.above(4 * mib);
  });

  it('count until their connection is closed', () => {
    const bodies = new UnsentBodies();
    const responses = Array.from({ length: 16 }, respond);
    for (const response of responses) bodies.track(response, 8 * mib);
    expect(bodies.maxPageBytes()).to.equal(mib / 4);
    for (const response of responses) response.emit('close');
    expect(bodies.maxPageBytes()).to.equal(maxPageBytes);
  });

  it('of one organization are limited, whatever they are', () => {
    const bodies = new UnsentBodies();
    bodies.track(respond(), 200 * mib, 'large');
    const responses = Array.from({ length: 5 }, respond);
    for (const response of responses) bodies.track(response, 24 * mib, 'slow');
    const more = () => bodies.track(respond(), 24 * mib, 'slow');
    expect(more).to.throw(ApiError).with.property('code', 'RATE_LIMITED');
    bodies.track(respond(), 24 * mib, 'other');
    responses[0]?.emit('close');
    more();
  });
});
