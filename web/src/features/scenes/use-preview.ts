import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { unfinishedScene } from '@vigilux/contract/features/scenes/scene.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { draftOf, type SceneForm } from './scene-form.ts'

const debounceMs = 250

/** A scene being edited, and the saved one to replace. */
export type SceneInProgress = { values: SceneForm; sceneId: string | null }

/** Preview of scenes, including the one being edited; its incomplete parts are left out. */
export function usePreview(sceneInProgress: SceneInProgress | undefined, from: string | null) {
  const { plantId } = useCurrentPlant()
  const [settledScene] = useDebouncedValue(sceneInProgress, debounceMs)
  const parsed = settledScene && unfinishedScene.safeParse(draftOf(settledScene.values))
  const scene = parsed?.success ? parsed.data : null
  const preview = useAnswer(
    'previewSceneRuns',
    { plantId, scene, sceneId: scene ? (settledScene?.sceneId ?? null) : null, from },
    { placeholderData: keepPreviousData },
  )
  return { preview, isWhole: scene !== null }
}
export type Preview = ReturnType<typeof usePreview>['preview']
