CREATE TABLE "room_lamp" (
	"central_unit_id" uuid NOT NULL,
	"serial" text NOT NULL,
	"room_id" uuid NOT NULL,
	CONSTRAINT "room_lamp_central_unit_id_serial_pk" PRIMARY KEY("central_unit_id","serial")
);
--> statement-breakpoint
CREATE TABLE "room" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid NOT NULL,
	"parent_id" uuid,
	"level" text NOT NULL,
	"name" text NOT NULL,
	"kind" text,
	"area_m2" double precision,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "room_unit" (
	"central_unit_id" uuid PRIMARY KEY NOT NULL,
	"room_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "room_lamp" ADD CONSTRAINT "room_lamp_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_lamp" ADD CONSTRAINT "room_lamp_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room" ADD CONSTRAINT "room_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_unit" ADD CONSTRAINT "room_unit_central_unit_id_central_unit_id_fk" FOREIGN KEY ("central_unit_id") REFERENCES "public"."central_unit"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "room_unit" ADD CONSTRAINT "room_unit_room_id_room_id_fk" FOREIGN KEY ("room_id") REFERENCES "public"."room"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "room_lamp_room" ON "room_lamp" USING btree ("room_id");--> statement-breakpoint
CREATE UNIQUE INDEX "room_name" ON "room" USING btree ("plant_id",coalesce("parent_id", "plant_id"),lower("name"));--> statement-breakpoint
CREATE INDEX "room_parent" ON "room" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "room_unit_room" ON "room_unit" USING btree ("room_id");