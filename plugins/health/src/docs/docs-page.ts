/** The explorer page; paths are relative, so that it works behind a prefix. */
export const docsPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Costplane API</title>
    <link rel="icon" type="image/png" href="./docs/favicon-32x32.png" />
    <link rel="stylesheet" href="./docs/swagger-ui.css" />
  </head>
  <body>
    <div id="explorer"></div>
    <script src="./docs/swagger-ui-bundle.js"></script>
    <script src="./docs/initializer.js"></script>
  </body>
</html>
`;

/** Starts the explorer on this service's document, or on the one that \`?url=\` names. */
export const initializerScript = `window.ui = SwaggerUIBundle({
  url: new URLSearchParams(window.location.search).get('url') || './openapi.json',
  dom_id: '#explorer',
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;
