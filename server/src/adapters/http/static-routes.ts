import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Names that the build gives: no other can be one of its files. */
const builtName = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

/**
 * The built web client. Files carry a hash in their name and never change; index.html is asked for anew each time.
 *
 * The route is ours because the library's own reads the whole folder for each file, to refuse other spellings of its
 * name: 4 ms of the server's thread for each of the sixty files of a page.
 */
export const registerStatic = async (app: FastifyInstance, root: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root,
    serve: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const name = request.params['*'] || 'index.html'
    return builtName.test(name) ? reply.sendFile(name) : reply.callNotFound()
  })
}
