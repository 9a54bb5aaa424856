/** Valid inputs of the lighting actions: aggregations, zones and levels. */
export const lightInputs = ({ plantId, otherId }: { plantId: string; otherId: string }) => {
  const topic = 'logica_0A1B2C'
  return {
    getCollections: { plantId },
    saveCollection: { plantId, collection: { name: 'Stairs', topic, groups: [3] } },
    updateCollection: {
      plantId,
      collectionId: otherId,
      version: 1,
      collection: { name: 'Stairs', topic, groups: [3] },
    },
    removeCollection: { plantId, collectionId: otherId },
    setLightLevel: { plantId, to: { topic, all: true as const }, level: 50 },
    getInhibitions: { plantId },
    inhibitUnits: { plantId, topics: [topic], minutes: 15, reason: 'Work on the mains' },
    endInhibition: { plantId, topics: [topic] },
    getZones: { plantId },
    getZonesPost: { plantId },
    getZoneLamps: { plantId },
    getMonitoringZonesPost: { plantId },
    getEnergy: { plantId, period: 'month' as const, step: 'day' as const },
    getEnergySummary: { plantId },
    getEnergyShares: { plantId, period: 'month' as const },
    getEnergyNotes: { plantId },
    getRecentEnergy: { plantId },
    getEnergySettings: { plantId },
    saveEnergyBaseline: {
      plantId,
      version: 0,
      baseline: { kind: 'installed' as const, hours: [10, 10, 10, 10, 10, 0, 0] },
    },
    saveEnergyTariffs: { plantId, version: 0, tariffs: [] },
    createMonitoringZone: { plantId, name: 'Hall' },
    updateMonitoringZone: { plantId, zoneId: otherId, name: 'Hall' },
    deleteMonitoringZone: { plantId, zoneId: otherId },
    updateZoneEnergyLamps: { plantId, zoneId: otherId, lamps: [] },
    saveZone: { plantId, zone: { zoneName: 'Corridor', collections: [] } },
    updateZone: { plantId, zoneId: otherId, version: 1, zone: { zoneName: 'Corridor', collections: [] } },
    removeZone: { plantId, zoneId: otherId },
    updateZoneLamps: { plantId, zoneId: otherId, lamps: [] },
  }
}
