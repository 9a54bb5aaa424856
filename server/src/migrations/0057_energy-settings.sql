CREATE TABLE "energy_settings" (
	"plant_id" uuid PRIMARY KEY NOT NULL,
	"baseline" jsonb,
	"tariffs" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "energy_settings" ADD CONSTRAINT "energy_settings_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;