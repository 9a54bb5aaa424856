import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { pathTo } from '../../site-map.ts'
import { serialOf } from '../central-units/index.ts'
import * as styles from './configuration.module.css'
import type { JudgedScan } from './scan-list.ts'

type RowProps = {
  scan: JudgedScan
  hasUnit: boolean
  digits: readonly number[]
  onPosition: (position: string) => void
  onRemove: () => void
}

/** One scan: the code, its verdict, and its position. */
export function ScanRow({ scan, hasUnit, digits, onPosition, onRemove }: RowProps) {
  const { t } = useTranslation('configuration')
  const { serial, content, position, verdict } = scan
  const name = serial ?? content
  return (
    <li className={styles.scanRow}>
      <div className={styles.scanWords}>
        <b className={serial ? undefined : styles.scanContent}>{name}</b>
        <VerdictText scan={scan} hasUnit={hasUnit} digits={digits} />
      </div>
      {serial && (verdict.kind === 'good' || verdict.kind === 'fault') ? (
        <TextInput
          className={styles.scanPosition}
          size="xs"
          inputMode="numeric"
          maxLength={4}
          aria-label={t('scan.positionOf', { serial })}
          placeholder={verdict.kind === 'good' && hasUnit ? String(verdict.position) : undefined}
          value={position}
          onChange={(event) => onPosition(event.currentTarget.value)}
        />
      ) : null}
      <ActionIcon variant="subtle" color="gray" aria-label={t('scan.remove', { text: name })} onClick={onRemove}>
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </li>
  )
}

function VerdictText({ scan: { verdict }, hasUnit, digits }: Pick<RowProps, 'scan' | 'hasUnit' | 'digits'>) {
  const { t } = useTranslation('configuration')
  const { plantId } = useCurrentPlant()
  switch (verdict.kind) {
    case 'good':
      return (
        <StatusInline
          state="ok"
          cause={hasUnit ? t('scan.good', { number: lampNumber(verdict.position) }) : t('list.good')}
        />
      )
    case 'fault':
      return <StatusInline state="error" cause={t(`fault.${verdict.fault}`, { digits: digits.join(' / ') })} />
    case 'inPlant': {
      const { topic, addr } = verdict
      const causeText = t('scan.inPlant', { serial: serialOf(topic), number: lampNumber(addr) })
      return (
        <AppLink to={pathTo('devices', { plantId }, { lamp: `${topic}.${addr}` })}>
          <StatusInline state="error" cause={causeText} />
        </AppLink>
      )
    }
    case 'product':
    case 'family':
      return <StatusInline state="warning" cause={t(`scan.${verdict.kind}`, { id: verdict.id })} />
    case 'elsewhere':
    case 'unknown':
      return <StatusInline state="error" cause={t(`scan.${verdict.kind}`)} />
    default:
      return verdict satisfies never
  }
}
