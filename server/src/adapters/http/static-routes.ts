import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

/** The built web client. Files carry a hash in their name and never change; index.html is asked for anew each time. */
export const registerStatic = async (app: FastifyInstance, root: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root,
    wildcard: true,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const immutable = path.includes('/assets/')
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}
