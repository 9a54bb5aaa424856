import { Select } from '@mantine/core'
import { readQrCode } from '@vigilux/contract/features/configuration/qr-code.rules.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { Found } from '@vigilux/contract/features/overview/found.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { ErrorState } from '../../shared/feedback/ErrorState.tsx'
import { AppLink, useGo } from '../../shared/navigation.tsx'
import { ProductPicture } from '../../shared/product/ProductPicture.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { serialOf } from '../central-units/index.ts'
import { keepScan } from './kept-scans.ts'

/** What a code that was read stands for, with the way to it. */
export function FoundCode({ content }: { content: string }) {
  const { t } = useTranslation('configuration')
  const code = readQrCode(content)
  switch (code.kind) {
    case 'lamp':
      return <Serial serial={code.serial} />
    case 'product':
      return <Product id={code.id} />
    case 'family':
      return <Family id={code.id} />
    case 'unknown':
      return <Line name={content.slice(0, 120)} words={<StatusInline state="error" cause={t('scanAny.unknown')} />} />
    default:
      return code satisfies never
  }
}

type LineProps = { name: ReactNode; words: ReactNode; to?: string; picture?: ReactNode }

function Line({ name, words, to, picture }: LineProps) {
  return (
    <div className="vx-scan-row">
      {picture}
      <div className="vx-scan-words">
        <b className="vx-scan-content">{to === undefined ? name : <AppLink to={to}>{name}</AppLink>}</b>
        {words}
      </div>
    </div>
  )
}

/** Asked for what was scanned; says that it is looked for, or why it could not be. */
function Pending({ name, asked }: { name: string; asked: { error: unknown; refetch: () => unknown } }) {
  const { t } = useTranslation('configuration')
  if (asked.error) return <ErrorState error={asked.error} retry={() => void asked.refetch()} />
  return <Line name={name} words={<span className="vx-quiet">{t('scanAny.looking')}</span>} />
}

/** Lamps and units with this serial, in whichever of the person's plants they are. */
function Serial({ serial }: { serial: string }) {
  const { t } = useTranslation('configuration')
  const asked = useAction('findAnything', { text: serial }, { staleTime: 0 })
  if (!asked.data) return <Pending name={serial} asked={asked} />
  const lamps = asked.data.lamps.filter((lamp) => lamp.serial === serial)
  const units = asked.data.units.filter(({ topic }) => serialOf(topic) === serial)
  if (lamps.length + units.length === 0) return <Nowhere serial={serial} />
  return (
    <>
      {lamps.map((lamp) => (
        <FoundLamp key={`${lamp.topic}.${lamp.addr}`} lamp={lamp} />
      ))}
      {units.map(({ topic, plant_id: plantId, plantname, description, connected }) => (
        <Line
          key={topic}
          name={[t('scanAny.unit', { serial }), description].filter(Boolean).join(' · ')}
          to={pathTo('unit', { plantId, unit: topic })}
          words={<StatusInline state={connected ? 'ok' : 'offline'} cause={plantname} />}
        />
      ))}
    </>
  )
}

function FoundLamp({ lamp }: { lamp: Found['lamps'][number] }) {
  const { t } = useTranslation('configuration')
  const { topic, addr, plant_id: plantId, plantname, description, location, condition } = lamp
  const number = t('scanAny.lamp', { number: lampNumber(addr), serial: serialOf(topic) })
  return (
    <Line
      name={[number, description].filter(Boolean).join(' · ')}
      to={pathTo('devices', { plantId }, { lamp: `${topic}.${addr}` })}
      words={<StatusInline state={condition} cause={[plantname, location].filter(Boolean).join(' · ')} />}
    />
  )
}

/** A serial that none of the person's plants has; where they may add lamps, it can begin the list there. */
function Nowhere({ serial }: { serial: string }) {
  const { t } = useTranslation('configuration')
  const { userid } = useSignedInUser()
  const go = useGo()
  const plants = useAnswer('getAllPlants', {}).plants
  const open = plants.filter(({ role }) => roleMay(role, 'plant.operate'))
  const add = (plantId: string | null) => {
    if (plantId === null) return
    keepScan(userid, plantId, serial)
    go(pathTo('qrLamps', { plantId }))
  }
  return (
    <>
      <Line name={serial} words={<StatusInline state="warning" cause={t('scanAny.nowhere')} />} />
      {open.length > 0 ? (
        <Select
          searchable
          aria-label={t('scanAny.addTo')}
          placeholder={t('scanAny.addTo')}
          data={open.map((plant) => ({ value: plant.plant_id, label: plant.plantname }))}
          onChange={add}
        />
      ) : null}
    </>
  )
}

function Product({ id }: { id: string }) {
  const { t } = useTranslation('configuration')
  const asked = useAction('getProductInfo', { productId: id })
  if (asked.error?.code === 'PRODUCT_NOT_FOUND')
    return <Line name={id} words={<StatusInline state="warning" cause={t('scanAny.noProduct')} />} />
  if (!asked.data) return <Pending name={id} asked={asked} />
  const { product } = asked.data
  return (
    <Line
      picture={<ProductPicture product={product} />}
      name={product.name}
      to={pathTo('product', { productId: product.code })}
      words={<span>{t('scanAny.product', { code: product.code })}</span>}
    />
  )
}

function Family({ id }: { id: string }) {
  const { t } = useTranslation('configuration')
  const asked = useAction('getFamilyInfo', { familyId: id })
  if (asked.error?.code === 'FAMILY_NOT_FOUND')
    return <Line name={id} words={<StatusInline state="warning" cause={t('scanAny.noFamily')} />} />
  if (!asked.data) return <Pending name={id} asked={asked} />
  return (
    <Line
      name={asked.data.family.name}
      to={pathTo('qrFamily', { fid: id })}
      words={<span>{t('scanAny.family', { count: asked.data.products.length })}</span>}
    />
  )
}
