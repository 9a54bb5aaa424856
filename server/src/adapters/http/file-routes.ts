import type { FastifyInstance } from 'fastify'
import type { User } from '../../kernel/caller.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Sessions } from '../../ports/sessions.ts'

/** Finds a file of a plant for a person who may see it, or null: the plant, or the file, does not exist for them. */
export type FindFile = (
  caller: User,
  plantId: string,
  name: string,
) => Promise<{ bytes: Uint8Array; fileName: string; type: string } | null>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Files go down here, each for members of its plant alone; a copied link is worth nothing. */
export const registerFiles = (app: FastifyInstance, sessions: Sessions, findFile: FindFile): void => {
  app.get<{ Params: { plantId: string; name: string } }>('/files/reports/:plantId/:name', async (request, reply) => {
    const { plantId, name } = request.params
    const user = (await sessions.find(request.headers, 'stored')) ?? fail('NOT_SIGNED_IN')
    if (user.suspended) return fail('ACCOUNT_SUSPENDED')
    const known = uuid.test(plantId) && uuid.test(name.replace(/\.pdf$/, ''))
    const file = (known ? await findFile(user, plantId, name) : null) ?? fail('NOT_FOUND')
    return reply
      .type(file.type)
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
      .send(Buffer.from(file.bytes))
  })
}
