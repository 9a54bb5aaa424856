/** Valid inputs of the floor plan actions. */
export const planInputs = ({ plantId, otherId }: { plantId: string; otherId: string }) => {
  const topic = 'logica_0A1B2C'
  const plan = { plantId, planId: otherId }
  const corner = (at: number) => ({ before: { x: at, y: at }, now: { x: at, y: at } })
  const datiMappe = {
    planId: otherId,
    version: 0,
    placed: [
      { topic, addr: 1, x: 0.5, y: 0.25 },
      { topic, addr: null, x: 0.75, y: 0.5 },
    ],
    removed: [],
  }
  return {
    getFloorPlans: { plantId },
    getFloorPlanLamps: { plantId },
    uploadFloorPlan: { plantId, roomId: null, bytes: 1_000 },
    uploadDrawing: { ...plan, bytes: 1_000 },
    alignDrawing: { ...plan, drawingId: otherId, version: 0, alignment: { first: corner(0), second: corner(1) } },
    discardDrawing: { ...plan, drawingId: otherId },
    chooseDrawing: { ...plan, choice: { page: 1, layers: null, unit: null } },
    saveFloorPlan: { ...plan, version: 1, plan: { name: 'Floor 2', roomId: null, reachM: 8 } },
    measureFloorPlan: { ...plan, version: 1, measure: { from: { x: 0, y: 0 }, to: { x: 1, y: 0 }, lengthM: 30 } },
    moveFloorPlan: { ...plan, to: 0 },
    removeFloorPlan: plan,
    getFloorPlanRooms: { plantId },
    drawRoom: {
      ...plan,
      roomId: otherId,
      outline: [
        { x: 0, y: 0 },
        { x: 1, y: 0 },
        { x: 1, y: 1 },
      ],
    },
    eraseRoom: { ...plan, roomId: otherId },
    holdFloorPlan: { ...plan, editing: true },
    aggiornaMappe: { plantId, datiMappe },
    aggiornaMappePost: { plantId, datiMappe, socketId: `0a1b2c3d.${otherId}` },
  }
}
