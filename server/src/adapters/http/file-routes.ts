import type { FastifyInstance, FastifyRequest } from 'fastify'
import { payerOf } from '../../kernel/admission.ts'
import type { User } from '../../kernel/caller.ts'
import type { FrontDoor } from '../../kernel/incoming-calls.ts'
import { fileCost } from '../../kernel/limits.ts'
import { fail } from '../../kernel/refusal.ts'
import type { Sessions } from '../../ports/sessions.ts'
import type { Unsent } from './unsent.ts'

/** Finds a file of a plant for a person who may see it, or null: the plant, or the file, does not exist for them. */
export type FindFile = (
  caller: User,
  plantId: string,
  name: string,
) => Promise<{ bytes: Uint8Array; fileName: string; type: string } | null>

export type FileParts = Pick<FrontDoor, 'admission' | 'queue'> & {
  sessions: Sessions
  unsent: Unsent
  findFile: FindFile
}

type FileRequest = FastifyRequest<{ Params: { plantId: string; name: string } }>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Files go down here, each for members of its plant alone; a copied link is worth nothing. */
export const registerFiles = (app: FastifyInstance, parts: FileParts): void => {
  const { admission, queue, sessions, unsent, findFile } = parts

  const find = async ({ params: { plantId, name }, headers }: FileRequest) => {
    const user = (await sessions.find(headers, 'stored')) ?? fail('NOT_SIGNED_IN')
    if (user.suspended) return fail('ACCOUNT_SUSPENDED')
    const known = uuid.test(plantId) && uuid.test(name.replace(/\.pdf$/, ''))
    return (known ? await findFile(user, plantId, name) : null) ?? fail('NOT_FOUND')
  }

  app.get('/files/reports/:plantId/:name', async (request: FileRequest, reply) => {
    const account = sessions.accountOf(request.headers)
    const payer = payerOf(account, request.ip)
    const waitS = unsent.isTooMuch(payer) ? 1 : admission.charge(account, request.ip, fileCost - 1)
    if (waitS > 0) return fail('TOO_MANY_REQUESTS', { retryAfterS: waitS })
    const file = await queue.run(payer, () => find(request))
    unsent.track(payer, reply.raw, file.bytes.length)
    return reply
      .type(file.type)
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.fileName)}`)
      .send(Buffer.from(file.bytes))
  })
}
