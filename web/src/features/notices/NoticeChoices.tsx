import { Checkbox, Switch } from '@mantine/core'
import type { NoticeSettings } from '@vigilux/contract/features/notices/notice.ts'
import { useTranslation } from 'react-i18next'
import { NoticeTimes } from './NoticeTimes.tsx'
import type { NoticeChange } from './notice-change.ts'
import './notices.css'

type NoticeChoicesProps = {
  settings: NoticeSettings
  /** While it is saved, or where it cannot be. */
  disabled: boolean
  onChange: (change: NoticeChange) => void
}

/** What somebody is told about a plant: one switch above all, and a box by kind. Each saves at once. */
export function NoticeChoices({ settings, disabled, onChange }: NoticeChoicesProps) {
  const { t } = useTranslation('notices')
  const { on, kinds } = settings
  return (
    <div className="vx-notice-choices">
      <Switch
        label={t('all')}
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange({ on: event.currentTarget.checked })}
      />
      <Checkbox.Group label={t('mail')} value={kinds.filter(({ mail }) => mail).map(({ kind }) => kind)}>
        {kinds.map(({ kind, mail }) => (
          <Checkbox
            key={kind}
            mt="sm"
            value={kind}
            label={t(`kind.${kind}`)}
            disabled={disabled || !on}
            onChange={() => onChange({ kinds: [{ kind, mail: !mail }] })}
          />
        ))}
      </Checkbox.Group>
      <NoticeTimes settings={settings} disabled={disabled || !on} onChange={onChange} />
    </div>
  )
}
