import { ApiFailure, createClient } from '@vigilux/client'

/** Prints the state of each plant of an access token, then each change of the lamps of the first one. */
const { VIGILUX_SERVER: server, VIGILUX_TOKEN: token } = process.env
if (!server || !token) throw new Error('VIGILUX_SERVER and VIGILUX_TOKEN are missing')
const client = createClient({ server, token })

const listPlants = async () => {
  const { plants } = await client.call('getAllPlants', {})
  for (const { plantname, condition } of plants) console.log(`${plantname}: ${condition}`)
  return plants
}

const readFaults = async (plantId: string) => {
  const { lamps } = await client.call('getLamps', { plantId })
  for (const { cu, id, errors } of lamps) if (errors.length > 0) console.log(`${cu} lamp ${id}: ${errors.join(', ')}`)
}

try {
  const [first] = await listPlants()
  if (!first) throw new Error('the token covers no plant')
  const stop = client.watch(first.plant_id, {
    onRead: () => void readFaults(first.plant_id).then(() => console.log(`watching ${first.plantname}`)),
    onEvent(event) {
      if (event.name !== 'lamps') return
      for (const { cu, id, condition } of event.data.lamps) console.log(`${cu} lamp ${id} is now: ${condition}`)
    },
    onEnd: (reason) => console.log(`the watch is over: ${reason}`),
  })
  process.on('SIGINT', stop)
} catch (error) {
  if (error instanceof ApiFailure && error.code === 'NOT_SIGNED_IN') console.error('The token is not valid any more.')
  else throw error
}
