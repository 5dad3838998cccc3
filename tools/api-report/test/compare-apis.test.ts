import { expect } from 'chai';
import { compareApis } from '../src/compare/compare-apis.ts';
import { readReleasedApi } from '../src/released-api.ts';

interface Edit {
  readonly what: string;
  /** The entry point whose declarations are edited. */
  readonly in?: 'index' | 'schema' | 'testing' | 'host';
  readonly edits: readonly (readonly [from: string | RegExp, to: string])[];
  /** Where the finding is; `undefined` where plugins can do with the change. */
  readonly breaks?: string;
}

const table: readonly Edit[] = [
  // Exports
  {
    what: 'an export is gone',
    edits: [['export declare function createToken', 'declare function createToken']],
    breaks: 'createToken',
  },
  {
    what: 'an exported type is gone',
    edits: [['export declare interface ErrorDetail', 'declare interface ErrorDetail']],
    breaks: 'ErrorDetail',
  },
  {
    what: 'an export has another name',
    edits: [[/\bvisibleClusters\b/g, 'clustersToShow']],
    breaks: 'visibleClusters',
  },
  {
    what: 'a class is only a type',
    edits: [
      [
        /export declare class ApiError extends Error \{[^]*?\n\}/,
        'export declare interface ApiError extends Error { readonly code: ErrorCode }',
      ],
    ],
    breaks: 'ApiError',
  },
  { what: 'there is a new export', edits: [['', 'export declare const novelty: 1;\n']] },
  {
    what: 'a type that is not exported has another name',
    in: 'testing',
    edits: [[/\bRunningService\b/g, 'ServiceThatRuns']],
  },
  {
    what: 'a doc comment, a line break and the order of declarations differ',
    edits: [
      [/export declare type KeysetKey[^\n]*\n/, ''],
      ['', '/** New words. */\nexport declare type KeysetKey = readonly (\n string | number)[];\n'],
    ],
  },

  // What plugins write
  {
    what: 'PluginDefinition has a new required member',
    edits: [
      ['    readonly id: string;\n', '    readonly id: string;\n    readonly owner: string;\n'],
    ],
    breaks: 'PluginDefinition.owner',
  },
  {
    what: 'PluginDefinition has a new optional member',
    edits: [
      ['    readonly id: string;\n', '    readonly id: string;\n    readonly owner?: string;\n'],
    ],
  },
  {
    what: 'RouteDefinition has a new required member',
    edits: [
      ['readonly operationId: string;', 'readonly operationId: string; readonly since: string;'],
    ],
    breaks: 'RouteDefinition.since',
  },
  {
    what: 'RouteDefinition has a new optional member',
    edits: [['readonly operationId: string;', 'readonly operationId: string; readonly since?: 1;']],
  },
  {
    what: 'an optional member of RouteDefinition is required',
    edits: [['readonly undocumented?: string;', 'readonly undocumented: string;']],
    breaks: 'RouteDefinition.undocumented',
  },
  {
    what: 'a required member of RouteDefinition is optional',
    edits: [['readonly tag: string;', 'readonly tag?: string;']],
  },
  {
    what: 'a member of RouteDefinition has another name',
    edits: [['readonly givesWay?: boolean;', 'readonly yields?: boolean;']],
    breaks: 'RouteDefinition.givesWay',
  },
  {
    what: 'RouteDefinition accepts one more method',
    edits: [["readonly method: 'get' | 'post';", "readonly method: 'get' | 'post' | 'put';"]],
  },
  {
    what: 'RouteDefinition accepts one method less',
    edits: [["readonly method: 'get' | 'post';", "readonly method: 'get';"]],
    breaks: 'RouteDefinition.method',
  },
  {
    what: 'Parameter has a new required member',
    edits: [
      [
        'readonly encoding: ParameterEncoding;',
        'readonly encoding: ParameterEncoding; at: string;',
      ],
    ],
    breaks: 'Parameter.at',
  },
  {
    what: 'Parameter has a new optional member',
    edits: [
      [
        'readonly encoding: ParameterEncoding;',
        'readonly encoding: ParameterEncoding; at?: string;',
      ],
    ],
  },
  {
    what: 'an envelope has to have a new member',
    edits: [
      ['export declare interface Envelope {', 'export declare interface Envelope { at: string;'],
    ],
    breaks: 'Envelope.at',
  },
  {
    what: 'a handler may answer with one thing less',
    edits: [['| RawBody | StatusBody', '| StatusBody']],
    breaks: 'HandlerResult',
  },
  {
    what: 'a handler may answer with one thing more',
    edits: [['| RawBody | StatusBody', '| RawBody | ReadonlyMap<string, string> | StatusBody']],
  },

  // What plugins get
  {
    what: 'RequestContext has a new member',
    edits: [
      ['readonly requestId: string;', 'readonly requestId: string; readonly region: string;'],
    ],
  },
  {
    what: 'a member of RequestContext is gone',
    edits: [['    readonly requestId: string;\n', '']],
    breaks: 'RequestContext.requestId',
  },
  {
    what: 'a member of RequestContext may be missing',
    edits: [['readonly requestId: string;', 'readonly requestId?: string;']],
    breaks: 'RequestContext.requestId',
  },
  {
    what: 'a member of RequestContext may be null',
    edits: [['readonly requestId: string;', 'readonly requestId: string | null;']],
    breaks: 'RequestContext.requestId',
  },
  {
    what: 'a member of RequestContext is known more exactly',
    edits: [
      ['readonly allowedClusters: readonly string[] | null;', 'readonly allowedClusters: null;'],
    ],
  },
  {
    what: 'a list that plugins may change is read-only',
    edits: [['    readonly data: T[];', '    readonly data: readonly T[];']],
    breaks: 'Page.data',
  },
  {
    what: 'a handler is given another second argument',
    edits: [['uses: ProvidedBy<U>) => Promise<', 'uses: Promise<ProvidedBy<U>>) => Promise<']],
    breaks: 'RouteDefinition.handler(uses)',
  },
  {
    what: 'the container has a new method',
    edits: [['createChild(): Container;', 'createChild(): Container; has(key: symbol): boolean;']],
  },
  {
    what: 'a method of the container is gone',
    edits: [['    createChild(): Container;\n', '']],
    breaks: 'Container.createChild',
  },
  {
    what: 'an object of ApiError lacks a field',
    edits: [['    readonly details: readonly ErrorDetail[];\n', '']],
    breaks: 'ApiError.details',
  },
  {
    what: 'an object of ApiError has one more field, a private one and a defaulted argument',
    edits: [
      [
        '    readonly details: readonly ErrorDetail[];\n',
        '    readonly details: readonly ErrorDetail[];\n    readonly hint: string;\n    private secret;\n',
      ],
      ['        cause?: unknown;\n    });', '        cause?: unknown;\n    }, hint?: string);'],
    ],
  },
  {
    what: 'the constructor of ApiError asks for one more argument',
    edits: [
      ['        cause?: unknown;\n    });', '        cause?: unknown;\n    }, hint: string);'],
    ],
    breaks: 'ApiError.new(hint)',
  },
  {
    what: 'a class has another base',
    edits: [['class ApiError extends Error', 'class ApiError extends Map<string, string>']],
    breaks: 'ApiError',
  },
  {
    what: 'a constant token is of another type',
    edits: [['const LOGGER: Token<Logger>', 'const LOGGER: Token<Clock>']],
    breaks: 'LOGGER<>',
  },

  // Functions
  {
    what: 'an optional parameter is required',
    edits: [['requested?: readonly string[])', 'requested: readonly string[])']],
    breaks: 'visibleClusters(requested)',
  },
  {
    what: 'a required parameter is optional',
    edits: [
      [
        'createToken<T>(id: string, description: string)',
        'createToken<T>(id: string, description?: string)',
      ],
    ],
  },
  {
    what: 'there is a new required parameter',
    edits: [['description: string): Token<T>;', 'description: string, owner: string): Token<T>;']],
    breaks: 'createToken(owner)',
  },
  {
    what: 'there is a new optional parameter',
    edits: [['description: string): Token<T>;', 'description: string, owner?: string): Token<T>;']],
  },
  {
    what: 'a parameter is gone',
    edits: [
      [
        '(clusterId: string, allowedClusters: readonly string[] | null): void',
        '(clusterId: string): void',
      ],
    ],
    breaks: 'requireAllowed(allowedClusters)',
  },
  {
    what: 'a parameter accepts less',
    edits: [
      [
        '(clusterId: string, allowedClusters: readonly string[] | null)',
        '(clusterId: string, allowedClusters: readonly string[])',
      ],
    ],
    breaks: 'requireAllowed(allowedClusters)',
  },
  {
    what: 'a parameter accepts more',
    edits: [
      [
        '(clusterId: string, allowedClusters: readonly string[] | null)',
        '(clusterId: string | bigint, allowedClusters: Iterable<string> | null)',
      ],
    ],
  },
  {
    what: 'a parameter is of another type of the same API',
    edits: [['notFound: (code: NotFoundCode,', 'notFound: (code: ArrayType,']],
    breaks: 'notFound(code)',
  },
  {
    what: 'an options argument has a new required member',
    edits: [
      [
        'maxLength?: number;\n    mayHoldSlash?: boolean;',
        'maxLength: number;\n    mayHoldSlash?: boolean;',
      ],
    ],
    breaks: 'pathName(options).maxLength',
  },
  {
    what: 'a result may be undefined',
    edits: [
      [
        '(status: number, body: unknown) => StatusBody',
        '(status: number, body: unknown) => StatusBody | undefined',
      ],
    ],
    breaks: 'withStatus()',
  },
  {
    what: 'a result has to be waited for',
    edits: [
      [
        '(status: number, body: unknown) => StatusBody',
        '(status: number, body: unknown) => Promise<StatusBody>',
      ],
    ],
    breaks: 'withStatus()',
  },
  {
    what: 'what returned nothing returns something',
    edits: [
      [
        'allowedClusters: readonly string[] | null): void',
        'allowedClusters: readonly string[] | null): string',
      ],
    ],
  },
  {
    what: 'a function has a new overload',
    edits: [
      [
        'export declare function createToken',
        'export declare function createToken(id: symbol): Token<unknown>;\nexport declare function createToken',
      ],
    ],
  },
  {
    what: 'a function is a constant that holds one',
    edits: [
      [
        'declare function createToken<T>(id: string, description: string): Token<T>',
        'declare const createToken: <T>(id: string, description: string) => Token<T>',
      ],
    ],
  },
  {
    what: 'a constant function is of another kind',
    edits: [[/const withStatus: [^\n]*;/, 'const withStatus: string;']],
    breaks: 'withStatus',
  },

  // Generics
  {
    what: 'a generic type has a new parameter with a default',
    edits: [
      ['interface Page<T> {', 'interface Page<T, Extra = unknown> { readonly extra?: Extra;'],
    ],
  },
  {
    what: 'a generic type has a new parameter without a default',
    edits: [
      ['interface Page<T> {', 'interface Page<T, Extra> { readonly extra?: Extra;'],
      [/\bPage<(Static<S> extends [^>]*|T)>/g, 'Page<$1, 1>'],
    ],
    breaks: 'Page<Extra>',
  },
  {
    what: 'a type parameter has another name',
    edits: [
      [
        /interface Page<T> \{[^]*?\n\}/,
        'interface Page<Item> { readonly data: Item[]; readonly limit: number; readonly lastKey?: KeysetKey; readonly totalCount?: number; }',
      ],
    ],
  },
  {
    what: 'a type parameter accepts less',
    edits: [['createToken<T>(', 'createToken<T extends object>(']],
    breaks: 'createToken<T>',
  },
  {
    what: 'a conditional type decides otherwise',
    edits: [['Paged extends true ? Page<', 'Paged extends false ? Page<']],
    breaks: 'HandlerResult',
  },

  // Closed sets
  {
    what: 'ErrorCode has one more code',
    edits: [
      [
        '    readonly BAD_REQUEST: ErrorKind;',
        '    readonly BAD_REQUEST: ErrorKind;\n    readonly NOVEL: ErrorKind;',
      ],
    ],
  },
  {
    what: 'ErrorCode has one code less',
    edits: [['    readonly CURSOR_EXPIRED: ErrorKind;\n', '']],
    breaks: 'ErrorCode',
  },
  {
    what: 'a cost mode is new, which handlers would get',
    in: 'schema',
    edits: [
      [
        'readonly ["fully_loaded", "workload_only"]',
        'readonly ["fully_loaded", "workload_only", "none"]',
      ],
    ],
    breaks: 'costModes',
  },

  // Schemas: types, and checks of data when the program runs
  {
    what: 'a schema requires one more field',
    in: 'schema',
    edits: [[/moneySchema: Type.TObject<\{\n/, '$&    unit: Type.TString;\n']],
    breaks: 'moneySchema<>.unit',
  },
  {
    what: 'a schema has one more optional field',
    in: 'schema',
    edits: [[/moneySchema: Type.TObject<\{\n/, '$&    unit: Type.TOptional<Type.TString>;\n']],
  },
  {
    what: 'a field of a schema is of another type',
    in: 'schema',
    edits: [[/(moneySchema: Type.TObject<\{\n    amount: )Type.TString/, '$1Type.TNumber']],
    breaks: 'moneySchema<>.amount',
  },

  // Other entry points
  {
    what: 'a test application lacks a method',
    in: 'testing',
    edits: [[/    insert\([^\n]*\n/, '']],
    breaks: 'TestApplication.insert',
  },
  {
    what: 'the config of the service has one more key',
    in: 'host',
    edits: [[/configSchema: Type.TObject<\{\n/, '$&    tracing: Type.TObject<{}>;\n']],
  },
  {
    what: 'starting the service asks for one more thing',
    in: 'host',
    edits: [['interface ServiceOptions {', 'interface ServiceOptions { readonly region: string;']],
    breaks: 'ServiceOptions.region',
  },
];

describe('a change of the API', () => {
  const { rollups } = readReleasedApi()!;

  for (const { what, in: entryPoint = 'index', edits, breaks } of table) {
    it(`${breaks === undefined ? 'may be made' : 'breaks plugins'}: ${what}`, () => {
      const released = rollups[entryPoint]!;
      const current = edits.reduce((text, [from, to]) => {
        const edited = text.replace(from, to);
        expect(edited, `nothing to edit: ${from}`).to.not.equal(text);
        return edited;
      }, released);
      const found = compareApis(released, current);
      if (breaks === undefined) expect(found).to.eql([]);
      else expect(found.map(({ where }) => where)).to.include(breaks);
    });
  }

  it('is none where nothing changed', () => {
    for (const [name, rollup] of Object.entries(rollups)) {
      expect(compareApis(rollup, rollup), name).to.eql([]);
    }
  });
});
