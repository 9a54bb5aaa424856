import { Checkbox, Switch } from '@mantine/core'
import { type NoticeSettings, noticeChannels } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { useKindTexts } from './kind-texts.ts'
import { NoticeTimes } from './NoticeTimes.tsx'
import type { NoticeChange } from './notice-change.ts'
import * as styles from './notices.module.css'

type NoticeChoicesProps = {
  plantId: string
  settings: NoticeSettings
  /** While saving, or when read-only. */
  disabled: boolean
  onChange: (change: NoticeChange) => void
}

/** Notice settings of a plant: one main switch, and a box per kind and channel. Each saves at once. */
export function NoticeChoices({ plantId, settings, disabled, onChange }: NoticeChoicesProps) {
  const { t } = useTranslation('notices')
  const { when, urgency } = useKindTexts(plantId)
  const { on, kinds } = settings
  return (
    <div className={styles.noticeChoices}>
      <Switch
        label={t('all')}
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange({ on: event.currentTarget.checked })}
      />
      <table className={styles.noticeKinds}>
        <thead>
          <tr>
            <th scope="col">{t('word.what')}</th>
            {noticeChannels.map((channel) => (
              <th key={channel} scope="col">
                {t(`channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ kind, ...channels }) => (
            <tr key={kind}>
              <th scope="row">
                {when(kind)}
                {urgency(kind) ? <small>{urgency(kind)}</small> : null}
              </th>
              {noticeChannels.map((channel) => (
                <td key={channel}>
                  <Checkbox
                    aria-label={t(`by.${channel}`, { kind: when(kind) })}
                    checked={channels[channel]}
                    disabled={disabled || !on}
                    onChange={() => onChange({ kinds: [{ kind, [channel]: !channels[channel] }] })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <NoticeTimes settings={settings} disabled={disabled || !on} onChange={onChange} />
    </div>
  )
}
