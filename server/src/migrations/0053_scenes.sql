CREATE TABLE "scene_level" (
	"scene_id" uuid NOT NULL,
	"aggregation_id" uuid NOT NULL,
	"level" integer,
	CONSTRAINT "scene_level_scene_id_aggregation_id_pk" PRIMARY KEY("scene_id","aggregation_id")
);
--> statement-breakpoint
CREATE TABLE "scene_run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"scene_id" uuid,
	"name" text NOT NULL,
	"cause" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by" uuid,
	"by_name" text,
	"input_unit" text,
	"input" integer,
	"left_out" integer DEFAULT 0 NOT NULL,
	"result" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scene_run_unit" (
	"run_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"command_id" uuid,
	"result" text NOT NULL,
	"reason" text,
	CONSTRAINT "scene_run_unit_run_id_unit_pk" PRIMARY KEY("run_id","unit")
);
--> statement-breakpoint
CREATE TABLE "scene" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"plant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"ramp" boolean NOT NULL,
	"mode" text NOT NULL,
	"input_unit_id" uuid,
	"input" integer,
	"calendar" jsonb,
	"saved_at" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone,
	"due_is_run" boolean DEFAULT false NOT NULL,
	"due_for" text
);
--> statement-breakpoint
ALTER TABLE "scene_level" ADD CONSTRAINT "scene_level_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_level" ADD CONSTRAINT "scene_level_aggregation_id_aggregation_id_fk" FOREIGN KEY ("aggregation_id") REFERENCES "public"."aggregation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_run" ADD CONSTRAINT "scene_run_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_run" ADD CONSTRAINT "scene_run_scene_id_scene_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scene"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene_run_unit" ADD CONSTRAINT "scene_run_unit_run_id_scene_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."scene_run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scene" ADD CONSTRAINT "scene_input_unit_id_central_unit_id_fk" FOREIGN KEY ("input_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scene_level_aggregation" ON "scene_level" USING btree ("aggregation_id");--> statement-breakpoint
CREATE INDEX "scene_run_plant" ON "scene_run" USING btree ("plant_id","at");--> statement-breakpoint
CREATE INDEX "scene_run_scene" ON "scene_run" USING btree ("scene_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "scene_run_due" ON "scene_run" USING btree ("scene_id","at") WHERE cause = 'calendar';--> statement-breakpoint
CREATE INDEX "scene_run_command" ON "scene_run_unit" USING btree ("command_id") WHERE command_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "scene_name" ON "scene" USING btree ("plant_id",lower("name"));--> statement-breakpoint
CREATE INDEX "scene_due" ON "scene" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "scene_input" ON "scene" USING btree ("input_unit_id","input") WHERE input_unit_id is not null;