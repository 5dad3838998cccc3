/**
 * The explorer page. Paths are relative, so that it works behind a path prefix. A document from another
 * origin could ask for a key and send it there, so the page names that origin and takes no key.
 */
export function docsPage(foreignOrigin: string | undefined): string {
  const [attribute, banner] =
    foreignOrigin === undefined
      ? ['', '']
      : [` data-foreign-origin="${foreignOrigin}"`, bannerFor(foreignOrigin)];
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Costplane API</title>
    <link rel="icon" type="image/png" href="./docs/favicon-32x32.png" />
    <link rel="stylesheet" href="./docs/swagger-ui.css" />
    <link rel="stylesheet" href="./docs/explorer.css" />
  </head>
  <body>${banner}
    <div id="explorer"${attribute}></div>
    <script src="./docs/swagger-ui-bundle.js"></script>
    <script src="./docs/initializer.js"></script>
  </body>
</html>
`;
}

const bannerFor = (origin: string) => `
    <p role="alert">
      This document comes from <strong>${origin}</strong>, not from this service. Do not enter an API key.
    </p>`;
