/**
 * A browser client in its own process, to keep its CPU time apart from the server's. `node bench/round-trip-person.ts
 * http://… plantId topic [channel]` sends commands to a lamp and prints as JSON the milliseconds from each call to the
 * event of its end; with `channel` over the realtime channel.
 */
import { createApiClient } from '../e2e/support/api-client.ts'
import { measureTimes } from './measure.ts'

/** Maximum burst of one account, over HTTP and over one channel. */
const roundsByTransport: Record<string, number> = { http: 200, channel: 140 }
/** Accounts for warming up the server in turn, and the measured one. */
const people = ['installer', 'staff', 'nto']

const [, , url = '', plantId = '', topic = '', transport = 'http'] = process.argv

const measureCommands = async (name: string): Promise<number[]> => {
  const person = await createApiClient(url).signIn(name)
  const channel = await person.realtime()
  await person.call('getPlantDetails', { plantId, socketId: channel.socketId })
  const action = 'stopIdentifyLamp' as const
  const input = { plantId, topic, addr: 1 }
  let calls = 0
  const callOverChannel = async (): Promise<{ command: { id: string } }> => {
    const id = `call-${++calls}`
    channel.send({ action, id, data: input })
    const answer = await channel.next((message) => message.id === id)
    if (!answer.data.command) throw new Error(`refused: ${JSON.stringify(answer.data)}`)
    return answer.data as { command: { id: string } }
  }
  const all = await measureTimes(roundsByTransport[transport] ?? 0, async () => {
    const { command } = await (transport === 'channel' ? callOverChannel() : person.call(action, input))
    // Event-driven, because polling would take CPU time from the server.
    await channel.next(({ action: event, data }) => {
      const { id, state } = (data.command ?? {}) as { id?: string; state?: string }
      return event === 'response' && id === command.id && state === 'done'
    })
    channel.messages.length = 0
  })
  channel.close()
  return all
}

for (const name of people) {
  const all = await measureCommands(name)
  if (name === people.at(-1)) console.log(JSON.stringify(all))
}
process.exit(0)
