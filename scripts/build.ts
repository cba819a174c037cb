import { buildWeb } from '../src/app/server/build-web.ts'

// `npm run build`: the web pages, for a machine or an image that is to start without what builds them.

process.stdout.write((await buildWeb()) ? 'The web pages are built.\n' : 'The web pages were built already.\n')
