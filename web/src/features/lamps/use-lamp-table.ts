import { gearAt, gearLabel } from '@vigilux/contract/features/central-units/gear-address.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { serialOf, topicOf, useUnitTypes } from '../central-units/index.ts'
import { reasonText } from '../emergency-tests/index.ts'
import { useGroupLabel } from '../groups/index.ts'
import { useLampRooms } from '../rooms/index.ts'
import { useLampZones } from '../zones/index.ts'
import { lampColumns, stateChips } from './lamp-columns.tsx'
import { lampFilters } from './lamp-filters.ts'
import { useAutonomies } from './use-autonomies.ts'

/** Columns, filters and states of a list of lamps. Columns and filters depend on related data, not on the lamps. */
export function useLampTable(lamps: readonly Lamp[], chosenState: string | undefined) {
  const { t } = useTranslation('lamps')
  const { t: tTests } = useTranslation('emergency-tests')
  const { plantId, plant, units } = useCurrentPlant()
  const { measure, percent, dateTime } = useFormats(plant.timezone)
  const group = useGroupLabel()
  const { rooms, roomsOf, label } = useLampRooms(plantId)
  const { zones, zonesOf, label: zone } = useLampZones(plantId)
  const autonomy = useAutonomies(plantId)
  const aggregations = useAnswer('getCollections', { plantId }).collections
  const types = useUnitTypes()
  const busTypes = types.flatMap(({ cu_type, commands }) => (commands.includes('scanLines') ? [cu_type] : []))
  const busKey = units.flatMap((unit) => (busTypes.includes(unit.cu_type) ? [topicOf(unit)] : [])).join('\n')
  const severalUnits = useMemo(() => lamps.some(({ cu }) => cu !== lamps[0]?.cu), [lamps])
  const unitNames = units.map(
    (unit) => `${topicOf(unit)}\n${[unit.cu_id, unit.description].filter(Boolean).join(' · ')}`,
  )
  const namesKey = unitNames.join('\n\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language only, and `t` with them
  const columns = useMemo(() => {
    const busUnits = new Set(busKey === '' ? [] : busKey.split('\n'))
    return lampColumns(
      {
        t,
        gear: ({ cu, id }) => {
          const { line, shortAddress } = gearAt(id)
          return busUnits.has(cu) ? gearLabel(line, shortAddress) : null
        },
        state: (name) => t(`state.${name}`),
        // In one unit: values of a column compare at a glance.
        minutes: (value) => measure(Math.floor(value), 'min'),
        autonomy,
        reason: (code) => reasonText(code, tTests),
        group,
        room: (lamp) => label(roomsOf(lamp)[0] ?? ''),
        zones: (lamp) => zonesOf(lamp).map(zone).join(', '),
        percent,
        dateTime,
      },
      { severalUnits, hasGear: busUnits.size > 0 },
    )
  }, [t, busKey, severalUnits, group, autonomy, roomsOf, label, zonesOf, zone, plant.timezone])
  const filters = useMemo(() => {
    const byTopic = new Map(namesKey.split('\n\n').map((line) => line.split('\n') as [string, string]))
    return lampFilters({
      t,
      group,
      unit: (topic) => byTopic.get(topic) ?? serialOf(topic),
      severalUnits,
      roomsOf,
      room: label,
      hasRooms: rooms.length > 0,
      zonesOf,
      zone,
      hasZones: zones.length > 0,
      aggregations,
    })
  }, [t, group, namesKey, severalUnits, roomsOf, label, rooms.length, zonesOf, zone, zones.length, aggregations])
  const chips = useMemo(() => stateChips(lamps, chosenState, (name) => t(`state.${name}`)), [lamps, chosenState, t])
  return { columns, filters, chips }
}
