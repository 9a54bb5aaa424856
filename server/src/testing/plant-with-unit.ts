import { insertLamps } from './lamp-fixtures.ts'
import { createTestServer } from './test-server.ts'

const topic = 'logica_0A1B2C'
/** The memory of the unit. */
const life = 'a11fea11fea11fe0'

/** A server with a plant, its administrator and one connected unit with four lamps at positions 1 to 4. */
export const openPlantWithUnit = async () => {
  const server = await createTestServer()
  const installer = await server.create.user()
  const plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.create.unit(plantId)
  const sendMessage = (channel: string, message: object) =>
    server.inbox.accept(`v1/${topic}/up/${channel}`, Buffer.from(JSON.stringify({ life, connection: 0, ...message })))
  await sendMessage('online', { boot: 1, online: true, at: server.clock.now().toISOString() })
  await insertLamps(
    server,
    plantId,
    [1, 2, 3, 4].map((addr) => ({ addr, serial: `A1B2C${addr}` })),
  )
  const answeredIds = new Set<string>()

  return {
    server,
    installer,
    plantId,
    client: server.as(installer),
    /** The unit as named in inputs. */
    unit: { plantId, topic },
    sendMessage,
    /** Events broadcast since the last call. */
    drainEvents: () => server.broadcasts.splice(0).map(({ event }) => event),
    /** Commands broadcast to watchers since the last call, each once. */
    drainBroadcastCommands: () => [
      ...new Set(
        server.broadcasts.splice(0).flatMap(({ event, data }) => (event === 'response' ? [data.command.id] : [])),
      ),
    ],
    /** The unit executes every due command, until there are no more. */
    async obey(): Promise<void> {
      for (;;) {
        await server.sender.turn()
        const commands = server.published.flatMap(({ topic: commandTopic, payload }) =>
          commandTopic === `v1/${topic}/down/command` ? [(payload as { id: string }).id] : [],
        )
        const newCommands = commands.filter((id) => !answeredIds.has(id))
        if (newCommands.length === 0) return
        for (const id of newCommands) {
          answeredIds.add(id)
          await sendMessage('response', { id, state: 'done' })
        }
      }
    },
  }
}
