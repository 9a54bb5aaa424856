import { insertLamps } from './lamp-fixtures.ts'
import { createTestServer } from './test-server.ts'

const topic = 'logica_0A1B2C'
/** The memory of the unit. */
const life = 'a11fea11fea11fe0'

/** A server with a plant, its administrator and one connected unit with four lamps at positions 1 to 4. */
export const openPlantWithUnit = async () => {
  const server = await createTestServer()
  const installer = await server.given.user()
  const plantId = await server.given.plant({ members: { installerAdministrator: installer.userId } })
  await server.given.unit(plantId)
  const say = (channel: string, message: object) =>
    server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify({ life, connection: 0, ...message })))
  await say('online', { boot: 1, online: true, at: server.clock.now().toISOString() })
  await insertLamps(
    server,
    plantId,
    [1, 2, 3, 4].map((addr) => ({ addr, serial: `A1B2C${addr}` })),
  )
  const answered = new Set<string>()

  return {
    server,
    installer,
    plantId,
    as: server.as(installer),
    /** The unit as named in inputs. */
    unit: { plantId, topic },
    say,
    /** Events broadcast since the last call. */
    news: () => server.announced.splice(0).map(({ event }) => event),
    /** Commands broadcast to watchers since the last call, each once. */
    commandsTold: () => [
      ...new Set(
        server.announced.splice(0).flatMap(({ event, data }) => (event === 'response' ? [data.command.id] : [])),
      ),
    ],
    /** The unit executes every due command, until there are no more. */
    async obey(): Promise<void> {
      for (;;) {
        await server.sender.turn()
        const commands = server.published.flatMap(({ topic: to, payload }) =>
          to === `v1/${topic}/down/command` ? [(payload as { id: string }).id] : [],
        )
        const fresh = commands.filter((id) => !answered.has(id))
        if (fresh.length === 0) return
        for (const id of fresh) {
          answered.add(id)
          await say('response', { id, state: 'done' })
        }
      }
    },
  }
}
