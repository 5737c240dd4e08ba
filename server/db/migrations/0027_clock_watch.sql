CREATE TABLE `clock_watch` (
	`id` integer PRIMARY KEY NOT NULL,
	`seen_at` integer NOT NULL,
	`steady_since` integer NOT NULL
);
