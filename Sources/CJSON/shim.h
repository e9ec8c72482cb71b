// json-c.
#pragma once
#include <json_object.h>
#include <json_object_iterator.h>
#include <json_tokener.h>
