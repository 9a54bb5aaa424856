CREATE TABLE "picture" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plant_id" uuid,
	"user_id" uuid,
	"type" text NOT NULL,
	"content" "bytea" NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "picture_plantId_unique" UNIQUE("plant_id"),
	CONSTRAINT "picture_userId_unique" UNIQUE("user_id"),
	CONSTRAINT "picture_of_one" CHECK (num_nonnulls(plant_id, user_id) = 1),
	CONSTRAINT "picture_size" CHECK (octet_length(content) <= 1048576)
);
--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_plant_id_plant_id_fk" FOREIGN KEY ("plant_id") REFERENCES "public"."plant"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;