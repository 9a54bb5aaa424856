import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** Possible file names of the build. */
const builtName = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/

/**
 * The library's own route scans the whole folder per file to refuse other spellings: 4 ms of the server's thread for
 * each of a page's sixty files.
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
