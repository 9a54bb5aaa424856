CREATE TABLE "removed_scene" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"removed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scene_run" ADD COLUMN "counted" text[];--> statement-breakpoint
ALTER TABLE "unit_scene_list" ADD COLUMN "expected_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "unit_scene_list" ADD COLUMN "expect_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "removed_scene" ADD CONSTRAINT "removed_scene_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "removed_scene_plant" ON "removed_scene" USING btree ("plant_id");--> statement-breakpoint
CREATE INDEX "removed_scene_at" ON "removed_scene" USING btree ("removed_at");--> statement-breakpoint
CREATE INDEX "scene_run_input" ON "scene_run" USING btree ("scene_id","at") WHERE cause = 'input' and counted is not null;--> statement-breakpoint
CREATE INDEX "unit_scene_list_expect" ON "unit_scene_list" USING btree ("expect_at") WHERE expect_at is not null;