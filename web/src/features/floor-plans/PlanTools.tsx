import { ActionIcon, Switch, Tooltip } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconSpacingHorizontal, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as styles from './floor-plans.module.css'
import type { PlanDraft } from './use-plan-draft.ts'
import type { PlanEditing } from './use-plan-editing.ts'

type ToolsProps = { draft: PlanDraft; editing: PlanEditing; snaps: boolean; onSnaps: (snaps: boolean) => void }

/** Actions on lamps of an unlocked plan besides dragging. */
export function PlanTools({ draft, editing, snaps, onSnaps }: ToolsProps) {
  const { t } = useTranslation('floor-plans')
  const { selected, chosen, tool, setTool, takeOff } = editing
  const selectedCount = chosen.size > 0 ? chosen.size : selected.size
  const icons = [
    { label: t('undo'), onClick: draft.undo, icon: <IconArrowBackUp size={18} />, keys: 'Control+Z' },
    { label: t('redo'), onClick: draft.redo, icon: <IconArrowForwardUp size={18} />, keys: 'Control+Y' },
    {
      label: t('takeOff'),
      onClick: selected.size > 0 ? takeOff : undefined,
      icon: <IconTrash size={18} />,
      keys: 'Delete',
    },
  ]
  return (
    <div className={styles.planTools} role="toolbar" aria-label={t('tools')}>
      {icons.map(({ label, onClick, icon, keys }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={label}
            aria-keyshortcuts={keys}
            disabled={!onClick}
            onClick={onClick}
          >
            {icon}
          </ActionIcon>
        </Tooltip>
      ))}
      <ReasonButton
        variant={typeof tool === 'object' ? 'light' : 'default'}
        blockedReason={selectedCount < 2 ? t('lineNeedsTwo') : undefined}
        leftSection={<IconSpacingHorizontal size={18} aria-hidden />}
        onClick={() => setTool(typeof tool === 'object' ? 'select' : { line: null })}
      >
        {t('line')}
      </ReasonButton>
      <Switch label={t('snap')} checked={snaps} onChange={(event) => onSnaps(event.currentTarget.checked)} />
      <span role="status" className="vx-quiet">
        {typeof tool === 'object' ? t(tool.line ? 'lineTo' : 'lineFrom') : chosen.size > 0 ? t('tapToPlace') : ''}
      </span>
    </div>
  )
}
