import { Select } from '@mantine/core'
import { parseQrCode } from '@vigilux/contract/features/configuration/qr-code.rules.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import type { SearchMatches } from '@vigilux/contract/features/overview/search-matches.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { AppLink, useNavigateTo } from '../../shared/navigation.tsx'
import { ProductPicture } from '../../shared/product/ProductPicture.tsx'
import { useSignedInUser } from '../../shared/session/session.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { serialOf } from '../central-units/index.ts'
import * as styles from './configuration.module.css'
import { saveScan } from './saved-scans.ts'

/** The meaning of a scanned code, with its link. */
export function FoundCode({ content }: { content: string }) {
  const { t } = useTranslation('configuration')
  const code = parseQrCode(content)
  switch (code.kind) {
    case 'lamp':
      return (
        <SerialQuestion name={code.serial}>
          <Serial serial={code.serial} />
        </SerialQuestion>
      )
    case 'product':
      return (
        <SerialQuestion name={code.id} unknown={{ code: 'PRODUCT_NOT_FOUND', message: t('scanAny.noProduct') }}>
          <Product id={code.id} />
        </SerialQuestion>
      )
    case 'family':
      return (
        <SerialQuestion name={code.id} unknown={{ code: 'FAMILY_NOT_FOUND', message: t('scanAny.noFamily') }}>
          <Family id={code.id} />
        </SerialQuestion>
      )
    case 'unknown':
      return <Line name={content.slice(0, 120)} message={<StatusInline state="error" cause={t('scanAny.unknown')} />} />
    default:
      return code satisfies never
  }
}

type LineProps = { name: ReactNode; message: ReactNode; to?: string; picture?: ReactNode }

function Line({ name, message: details, to, picture }: LineProps) {
  return (
    <div className={styles.scanRow}>
      {picture}
      <div className={styles.scanWords}>
        <b className={styles.scanContent}>{to === undefined ? name : <AppLink to={to}>{name}</AppLink>}</b>
        {details}
      </div>
    </div>
  )
}

type SerialQuestionProps = { name: string; unknown?: { code: string; message: string }; children: ReactNode }

/** Looks up a scanned serial; shows the search, "not found", or the failure. */
function SerialQuestion({ name, unknown, children }: SerialQuestionProps) {
  const { t } = useTranslation('configuration')
  return (
    <AnswerBoundary
      skeleton={<Line name={name} message={<span className="vx-quiet">{t('scanAny.looking')}</span>} />}
      refused={({ code }) =>
        code === unknown?.code ? (
          <Line name={name} message={<StatusInline state="warning" cause={unknown.message} />} />
        ) : undefined
      }
    >
      {children}
    </AnswerBoundary>
  )
}

/** Lamps and units with this serial in all of the person's plants. */
function Serial({ serial }: { serial: string }) {
  const { t } = useTranslation('configuration')
  const found = useAnswer('findAnything', { text: serial }, { staleTime: 0 })
  const lamps = found.lamps.filter((lamp) => lamp.serial === serial)
  const units = found.units.filter(({ topic }) => serialOf(topic) === serial)
  if (lamps.length + units.length === 0) return <UnassignedLamp serial={serial} />
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
          message={<StatusInline state={connected ? 'ok' : 'offline'} cause={plantname} />}
        />
      ))}
    </>
  )
}

function FoundLamp({ lamp }: { lamp: SearchMatches['lamps'][number] }) {
  const { t } = useTranslation('configuration')
  const { topic, addr, plant_id: plantId, plantname, description, location, condition } = lamp
  const number = t('scanAny.lamp', { number: lampNumber(addr), serial: serialOf(topic) })
  return (
    <Line
      name={[number, description].filter(Boolean).join(' · ')}
      to={pathTo('devices', { plantId }, { lamp: `${topic}.${addr}` })}
      message={<StatusInline state={condition} cause={[plantname, location].filter(Boolean).join(' · ')} />}
    />
  )
}

/** A serial unknown in the person's plants; with permission it can start the list of new lamps. */
function UnassignedLamp({ serial }: { serial: string }) {
  const { t } = useTranslation('configuration')
  const { userid } = useSignedInUser()
  const navigateTo = useNavigateTo()
  const plants = useAnswer('getAllPlants', {}).plants
  const open = plants.filter(({ role }) => roleMay(role, 'plant.operate'))
  const add = (plantId: string | null) => {
    if (plantId === null) return
    saveScan(userid, plantId, serial)
    navigateTo(pathTo('qrLamps', { plantId }))
  }
  return (
    <>
      <Line name={serial} message={<StatusInline state="warning" cause={t('scanAny.nowhere')} />} />
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
  const { product } = useAnswer('getProductInfo', { productId: id })
  return (
    <Line
      picture={<ProductPicture product={product} />}
      name={product.name}
      to={pathTo('product', { productId: product.code })}
      message={<span>{t('scanAny.product', { code: product.code })}</span>}
    />
  )
}

function Family({ id }: { id: string }) {
  const { t } = useTranslation('configuration')
  const { family, products } = useAnswer('getFamilyInfo', { familyId: id })
  return (
    <Line
      name={family.name}
      to={pathTo('qrFamily', { fid: id })}
      message={<span>{t('scanAny.family', { count: products.length })}</span>}
    />
  )
}
