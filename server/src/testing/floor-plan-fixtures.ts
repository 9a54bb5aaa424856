import { randomUUID } from 'node:crypto'
import type { FloorPlanData } from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { createUploadReceiver } from '../features/files/index.ts'
import { drawingWorker, floorPlanUploads } from '../features/floor-plans/index.ts'
import type { User } from '../kernel/caller.ts'
import type { RunningJob } from '../ports/jobs.ts'
import { inChunks } from './files-contract.ts'
import { insertLamps } from './lamp-fixtures.ts'
import { pngOf } from './png.ts'
import { smallDrawings } from './small-drawings.ts'
import type { TestServer } from './test-server.ts'

const neverAborted = new AbortController().signal
type Draw = (job: RunningJob<{ plantId: string; drawingId: string }>) => Promise<void>
type Draft = Omit<Partial<FloorPlanData>, 'planId'>

/** A gray picture of the given size in pixels. */
export const greyPicture = (width: number, height: number): Buffer =>
  pngOf(width, height, Buffer.alloc((width + 1) * height), 'grey')

let units = 0xd0_00_00

/** A plant with a unit of six lamps, a member who uploads drawings, and an owner who reads. */
export const openPlantWithPlans = async (server: TestServer, pro = true) => {
  const [staff, colleague] = [await server.create.user(), await server.create.user()]
  const owner = await server.create.user({ usertype: 'client' })
  await server.as(staff).call('saveDisclaimerPhoto', {})
  const plantId = await server.create.plant({
    pro,
    members: {
      installerStaff: staff.userId,
      installerAdministrator: colleague.userId,
      clientOwner: owner.userId,
    },
  })
  const topic = await server.create.unit(plantId, 'logica', (units++).toString(16).toUpperCase())
  const lamps = [1, 2, 3, 4, 5, 6].map((addr) => ({ addr, serial: `A1B2C${addr}` }))
  await insertLamps(server, plantId, lamps, topic)
  const receiving = (caller: User, url: string) =>
    createUploadReceiver({
      kinds: floorPlanUploads,
      ports: server.ports,
      db: server.database.db,
      inTransaction: server.inTransaction,
    })(caller, url.replace('/files/', ''))
  const begin = async (bytes: number) => {
    const { url } = await server.as(staff).call('uploadFloorPlan', { plantId, roomId: null, bytes })
    return receiving(staff, url)
  }
  /** Runs the requested jobs, like one of the nodes. */
  const doJobs = async () => {
    const drawHandlers: Draw[] = []
    const jobs = { ...server.ports.jobs, work: async (_name: string, work: Draw) => void drawHandlers.push(work) }
    await drawingWorker({
      ports: { ...server.ports, jobs: jobs as never },
      drawings: smallDrawings,
      db: server.database.db,
      inTransaction: server.inTransaction,
    })
    for (const { name, data } of server.jobs.splice(0))
      if (name === 'floorPlan.draw')
        await drawHandlers[0]?.({ id: randomUUID(), data: data as never, signal: neverAborted })
  }
  const plans = async (caller: User = owner) => (await server.as(caller).call('getFloorPlans', { plantId })).plans
  const plan = async (planId: string) => {
    const found = (await plans()).find(({ id }) => id === planId)
    if (!found) throw new Error('no such plan')
    return found
  }
  const createPlan = async (name = 'Floor 1.png', content = greyPicture(64, 32)) => {
    await (await begin(content.length))(name, inChunks(content), neverAborted)
    await doJobs()
    const createdPlan = (await plans()).at(-1)
    if (!createdPlan) throw new Error('no plan came of it')
    return createdPlan
  }
  /** Uploads a newer drawing of a plan, and runs its job. */
  const sendNewer = async (planId: string, name = 'Rev B.png', content = greyPicture(64, 32)) => {
    const { url } = await server.as(staff).call('uploadDrawing', { plantId, planId, bytes: content.length })
    await (await receiving(staff, url))(name, inChunks(content), neverAborted)
    await doJobs()
    return (await plan(planId)).next
  }
  const readPlaces = async () => (await server.as(owner).call('getFloorPlanLamps', { plantId })).plans
  const save = (planId: string, data: Draft) => {
    const datiMappe = { planId, version: 0, placed: [], removed: [], ...data }
    return server.as(staff).call('aggiornaMappe', { plantId, datiMappe })
  }
  const at = (addr: number, x: number, y: number) => ({ topic, addr, x, y })
  return {
    plantId,
    topic,
    staff,
    colleague,
    owner,
    begin,
    doJobs,
    plans,
    plan,
    createPlan,
    sendNewer,
    readPlaces,
    save,
    at,
  }
}
