import { Select } from '@mantine/core'
import { IconCloudOff, IconQrcode } from '@tabler/icons-react'
import type { WalkLamp } from '@vigilux/contract/features/commissioning/walk.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import * as walkStyles from '../../shared/layout/walk.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useRealtime } from '../../shared/realtime/realtime.ts'
import { Kind } from './BlinkingLamp.tsx'
import * as styles from './commissioning.module.css'
import type { PendingPlace } from './pending-places.ts'
import { keyOf } from './walk-key.ts'

type AwayProps = {
  lamp: WalkLamp
  lamps: readonly WalkLamp[]
  places: readonly PendingPlace[]
  onChoose: (key: string) => void
}

/** Offline no lamp can blink: the person finds it by its label, and may choose another. */
export function AwayLamp({ lamp, lamps, places, onChoose }: AwayProps) {
  const { t } = useTranslation('commissioning')
  const { time } = useFormats(useCurrentPlant().plant.timezone)
  const lastHeardAt = useRealtime()?.live.lastMessageAt
  const [since] = useState(() => lastHeardAt ?? Date.now())
  const waitingKeys = new Set(places.map(keyOf))
  const open = lamps.filter((one) => one.state === 'open' && one.addr !== null && !waitingKeys.has(keyOf(one)))
  return (
    <>
      <p className={walkStyles.walkAway} role="status">
        <IconCloudOff size={20} aria-hidden />
        <span>
          <b>{t('away.since', { time: time(since) })}</b> {t('away.text')}
        </span>
      </p>
      <section className={`vx-card ${styles.walkLamp}`} data-part="walk-lamp">
        <span className={styles.walkLabel}>
          <IconQrcode size={34} stroke={1.6} aria-hidden />
        </span>
        <div className={styles.walkAbout}>
          <p>{t('away.next')}</p>
          <h2>
            {lamp.addr === null ? t('lampWithoutNumber') : t('word.lampNumber', { number: lampNumber(lamp.addr) })}
          </h2>
          <Kind lamp={lamp} />
        </div>
        <Select
          label={t('away.choose')}
          searchable
          allowDeselect={false}
          value={keyOf(lamp)}
          onChange={(key) => key && onChoose(key)}
          nothingFoundMessage={t('away.unknown')}
          data={open.map((one) => ({ value: keyOf(one), label: `${lampNumber(one.addr ?? 0)} · ${one.serial}` }))}
        />
      </section>
    </>
  )
}
