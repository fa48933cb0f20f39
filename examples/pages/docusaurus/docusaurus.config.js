// A site of one page. The script defines <paddock-example> on every page of the site.
export default {
  title: 'Squares',
  url: 'https://example.com',
  baseUrl: '/',
  scripts: [{ src: 'https://cdn.jsdelivr.net/npm/paddock-hlo@0.1.0/dist/element/index.js', type: 'module' }],
  presets: [['classic', { docs: { routeBasePath: '/' }, blog: false, theme: {} }]],
}
