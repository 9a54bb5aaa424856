import {
  type Icon,
  IconBell,
  IconBinaryTree2,
  IconBook2,
  IconBuildingCommunity,
  IconBulb,
  IconCalendarEvent,
  IconCalendarTime,
  IconChartBar,
  IconClipboardCheck,
  IconDeviceRemote,
  IconLayoutDashboard,
  IconListDetails,
  IconMail,
  IconMapPin2,
  IconSettings,
  IconShieldCheck,
  IconStack2,
  IconWorld,
} from '@tabler/icons-react'
import type { SessionUser } from '../shared/session/session-api.ts'
import { type MenuPlace, pathTo } from '../site-map.ts'

type MenuLabel = `menu.${string}` | `page.${string}`

export type MenuLink = { word: MenuLabel; to: string; count?: number | undefined }
export type MenuEntry = MenuLink & { place: MenuPlace; icon: Icon; children?: readonly MenuLink[] }

/** Kinds of device lists, as in the address; no kind means all devices. */
export const deviceKinds = ['centralunits', 'emergency', 'lighting', 'sensors', 'bluetooth', 'gateway'] as const
export type DeviceKind = (typeof deviceKinds)[number]

export type DeviceCounts = Partial<Record<'all' | DeviceKind, number>>

function deviceEntries(plantId: string, counts: DeviceCounts): readonly MenuLink[] {
  const kind = (devicesType: DeviceKind) => pathTo('devices', { plantId, devicesType })
  return [
    { word: 'menu.allDevices', to: pathTo('devices', { plantId }), count: counts.all },
    { word: 'menu.centralUnits', to: kind('centralunits'), count: counts.centralunits },
    { word: 'menu.emergency', to: kind('emergency'), count: counts.emergency },
    { word: 'menu.lighting', to: kind('lighting'), count: counts.lighting },
    { word: 'menu.sensors', to: kind('sensors'), count: counts.sensors },
    { word: 'menu.collections', to: pathTo('collections', { plantId }) },
    { word: 'menu.qrLamps', to: pathTo('qrLamps', { plantId }) },
    { word: 'menu.bluetooth', to: kind('bluetooth') },
    { word: 'menu.gateway', to: kind('gateway') },
    { word: 'menu.bleLogbook', to: pathTo('bleLogbook', { plantId }) },
  ]
}

/** The rail inside a plant; every entry of the specification's menu under its own name. */
export function plantMenu(plantId: string, counts: DeviceCounts = {}): readonly MenuEntry[] {
  const at = { plantId }
  return [
    { place: 'overview', icon: IconLayoutDashboard, word: 'menu.overview', to: pathTo('plantOverview', at) },
    {
      place: 'devices',
      icon: IconBulb,
      word: 'menu.devices',
      to: pathTo('devices', at),
      children: deviceEntries(plantId, counts),
    },
    {
      place: 'rooms',
      icon: IconMapPin2,
      word: 'menu.roomsAndPlans',
      to: pathTo('plantLocations', at),
      children: [
        { word: 'menu.rooms', to: pathTo('plantLocations', at) },
        { word: 'menu.floorPlans', to: pathTo('plantMaps', at) },
      ],
    },
    { place: 'tests', icon: IconClipboardCheck, word: 'menu.tests', to: pathTo('plantReport', at) },
    { place: 'compliance', icon: IconShieldCheck, word: 'page.compliance', to: pathTo('compliance', at) },
    { place: 'logbook', icon: IconBook2, word: 'menu.logbook', to: pathTo('logbook', at) },
    {
      place: 'scenes',
      icon: IconCalendarTime,
      word: 'menu.scenes',
      to: pathTo('scenes', at),
      children: [
        { word: 'menu.allScenes', to: pathTo('scenes', at) },
        { word: 'menu.scenesByUnit', to: pathTo('centralUnitScenes', at) },
      ],
    },
    {
      place: 'zones',
      icon: IconStack2,
      word: 'menu.zones',
      to: pathTo('zones', at),
      children: [
        { word: 'menu.allZones', to: pathTo('zones', at) },
        { word: 'menu.zoneManagement', to: pathTo('zoneManagement', at) },
      ],
    },
    { place: 'energy', icon: IconChartBar, word: 'menu.energy', to: pathTo('monitoringZones', at) },
    { place: 'remotePanel', icon: IconDeviceRemote, word: 'menu.remotePanel', to: pathTo('remotePanel', at) },
    {
      place: 'bom',
      icon: IconListDetails,
      word: 'menu.bom',
      to: pathTo('plantBom', at),
      children: [
        { word: 'menu.bomWired', to: pathTo('plantBom', at) },
        { word: 'menu.bleBom', to: pathTo('plantBleBom', at) },
      ],
    },
    {
      place: 'settings',
      icon: IconSettings,
      word: 'menu.settings',
      to: pathTo('plantGeneral', at),
      children: [
        { word: 'menu.general', to: pathTo('plantGeneral', at) },
        { word: 'menu.users', to: pathTo('plantUsers', at) },
      ],
    },
  ]
}

const nationalEntries: readonly MenuLink[] = [
  { word: 'page.ntoHome', to: pathTo('ntoHome') },
  { word: 'page.ntoUsers', to: pathTo('ntoUsers') },
  { word: 'page.ntoPendingUsers', to: pathTo('ntoPendingUsers') },
  { word: 'page.ntoProCodes', to: pathTo('ntoProCodes') },
  { word: 'page.ntoSecurity', to: pathTo('ntoSecurity') },
  { word: 'page.ntoSummary', to: pathTo('ntoSummary') },
  { word: 'page.plantsMap', to: pathTo('ntoPlantsMap') },
  { word: 'page.ntoAldi', to: pathTo('ntoAldi') },
]

const areaEntries: readonly MenuLink[] = [
  { word: 'page.baHome', to: pathTo('baHome') },
  { word: 'page.plantsMap', to: pathTo('baPlantsMap') },
]

/** The rail without a plant; administration pages only for people who may enter them. */
export function startMenu(user: SessionUser): readonly MenuEntry[] {
  const scope = user.usertype === 'admin' ? user.scope : null
  const national: MenuEntry = {
    place: 'national',
    icon: IconWorld,
    word: 'menu.national',
    to: pathTo('ntoHome'),
    children: nationalEntries,
  }
  const area: MenuEntry = {
    place: 'businessArea',
    icon: IconBinaryTree2,
    word: 'menu.businessArea',
    to: pathTo('baHome'),
    children: areaEntries,
  }
  return [
    { place: 'plants', icon: IconBuildingCommunity, word: 'menu.plants', to: pathTo('home') },
    { place: 'attention', icon: IconBell, word: 'menu.attention', to: pathTo('attention') },
    { place: 'testCalendar', icon: IconCalendarEvent, word: 'menu.testCalendar', to: pathTo('testCalendar') },
    { place: 'invitations', icon: IconMail, word: 'menu.invitations', to: pathTo('invitations') },
    ...(scope === 'nto' ? [national] : []),
    ...(scope === 'ba' ? [area] : []),
  ]
}
