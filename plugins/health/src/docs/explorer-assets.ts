/** Additional styles; Swagger UI itself uses the class `dark-mode` of the page. */
export const explorerStyles = `body { margin: 0; }
.dark-mode body { background: #1c2022; }
p[role='alert'] {
  margin: 0;
  padding: 1em 2em;
  font: 16px sans-serif;
  color: #fff;
  background: #a4262c;
}
.operation-filter {
  box-sizing: border-box;
  width: 100%;
  margin: 20px 0;
  padding: 10px;
  font: 14px sans-serif;
  color: inherit;
  background: transparent;
  border: 2px solid #888;
  border-radius: 4px;
}
.dark-mode .operation-filter { color: #e4e6e6; }
`;

/**
 * Starts the explorer with this service's document, or with the one in \`?url=\`. The key is kept
 * for this tab and this document only; the console of the same service uses the same storage key.
 */
export const initializerScript = `const explorer = document.getElementById('explorer');
const named = new URLSearchParams(window.location.search).get('url');
const isForeign = explorer.dataset.foreignOrigin !== undefined;
const stored = named === null ? 'costplane-key' : 'costplane-key of ' + named;

const dark = window.matchMedia('(prefers-color-scheme: dark)');
const followTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followTheme);
followTheme();

const withoutKey = () => {
  const nothing = () => () => null;
  return { wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing } };
};

const keepKeyInTab = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (payload) => {
          if (payload.apiKey) sessionStorage.setItem(stored, payload.apiKey.value);
          return authorize(payload);
        },
        logout: (logout) => (names) => {
          sessionStorage.removeItem(stored);
          return logout(names);
        },
      },
    },
  },
});

const filterOperations = ({ React }) => ({
  components: {
    FilterContainer: ({ layoutSelectors, layoutActions }) =>
      React.createElement(
        'div',
        { className: 'wrapper' },
        React.createElement('input', {
          type: 'search',
          className: 'operation-filter',
          placeholder: 'Filter by path, summary or tag',
          'aria-label': 'Filter operations',
          value: layoutSelectors.currentFilter() === true ? '' : layoutSelectors.currentFilter(),
          onChange: ({ target }) => layoutActions.updateFilter(target.value || true),
        }),
      ),
  },
  fn: {
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\\s+/);
      const matches = (tag) => (operation) => {
        const said = ['operationId', 'summary'].map((name) => operation.getIn(['operation', name]));
        const text = [tag, operation.get('method'), operation.get('path'), ...said].join(' ');
        return words.every((word) => text.toLowerCase().includes(word));
      };
      return tags
        .map((group, tag) => group.update('operations', (all) => all.filter(matches(tag))))
        .filter((group) => group.get('operations').size > 0);
    },
  },
});

// Swagger UI works through its whole document whenever an operation is opened: it gets what that refers to.
const excerpt = (document, [section, name]) => {
  const part = { ...document, paths: {}, components: {} };
  const include = (into, from, name) => {
    if (name in into) return;
    into[name] = from[name];
    JSON.stringify(from[name], (key, value) => {
      if (key === '$ref') {
        const [, , group, component] = value.split('/');
        include((part.components[group] ??= {}), document.components[group], component);
      }
      return value;
    });
  };
  include(part[section], document[section], name);
  return part;
};

const resolveExcerpts = ({ fn: { resolveSubtree } }) => ({
  fn: {
    resolveSubtree: (document, path, options) =>
      resolveSubtree(excerpt(document, path), path, options),
  },
});

// Highlighting takes seconds for a megabyte, and the page answers nothing meanwhile.
const longestHighlighted = 20_000;
const showLongTextPlain = ({ React, getComponent }) => ({
  wrapComponents: {
    SyntaxHighlighter: (SyntaxHighlighter) => (props) =>
      props.children.length > longestHighlighted
        ? React.createElement(getComponent('PlainTextViewer'), props)
        : React.createElement(SyntaxHighlighter, props),
  },
});

window.ui = SwaggerUIBundle({
  url: named || './openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
  validatorUrl: null,
  plugins: [
    filterOperations,
    showLongTextPlain,
    isForeign ? withoutKey : keepKeyInTab,
    ...(named === null ? [resolveExcerpts] : []),
  ],
  onComplete: () => {
    const key = sessionStorage.getItem(stored);
    if (key !== null && !isForeign) window.ui.preauthorizeApiKey('apiKey', key);
  },
});
`;
