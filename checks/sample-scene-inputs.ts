/** Inputs of the scene actions; `sample-inputs.ts` has those of all other actions. */
export const sceneInputs = ({ plantId, otherId }: { plantId: string; otherId: string }) => {
  const scene = {
    name: 'Night',
    ramp: true,
    enabled: true,
    collections: [{ id: otherId, level: 20 }],
    activation: { mode: 'manual' as const },
  }
  return {
    getScenes: { plantId },
    getUnitScenes: { plantId },
    previewSceneRuns: { plantId, scene },
    saveScene: { plantId, scene },
    updateScene: { plantId, sceneId: otherId, version: 1, scene },
    removeScene: { plantId, sceneId: otherId },
    getSceneRuns: { plantId },
    activateScene: { plantId, sceneId: otherId },
    showSceneOnLamps: { plantId, collections: scene.collections },
    endSceneOnLamps: { plantId, collections: scene.collections },
  }
}
